/**
 * Jest runs CommonJS, where `import.meta` is a syntax error; the sandbox, which Node runs as it stands, finds
 * its files by `import.meta.dirname`. Here that becomes `__dirname`.
 */
module.exports = {
	name: 'import-meta',
	version: 1,
	factory:
		({ configSet: { compilerModule: ts } }) =>
		(context) =>
		(source) => {
			const isDirname = (node) =>
				ts.isPropertyAccessExpression(node) &&
				ts.isMetaProperty(node.expression) &&
				node.name.text === 'dirname';
			const visit = (node) =>
				isDirname(node)
					? context.factory.createIdentifier('__dirname')
					: ts.visitEachChild(node, visit, context);
			return ts.visitNode(source, visit);
		},
};
