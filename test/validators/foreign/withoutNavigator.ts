/**
 * node-forge, with which the signing packages calculate, takes a `navigator` for a browser's, and one without a name
 * for a browser that it does not know: it then multiplies by its slowest way.
 */
Reflect.deleteProperty(globalThis, 'navigator');
