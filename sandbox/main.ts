import { startSandbox } from './server.ts';

const sandbox = await startSandbox({ port: Number(process.env.PORT ?? 8377) });
console.log(`Sandbox: ${sandbox.address}
  username ${sandbox.username}
  api-key  ${sandbox.apiKey}`);
