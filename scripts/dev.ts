// `npm run dev`: the server, restarted on each change, and Vite in front of it (French with `-- --mode french`).
// When one ends, the other ends too.
import { spawn } from 'node:child_process';

const running = [
  ['node_modules/vite/bin/vite.js', ...process.argv.slice(2)],
  ['--watch', 'src/server/main.ts'],
].map((parameters) => spawn(process.execPath, parameters, { stdio: 'inherit' }));

function stop() {
  for (const child of running) child.kill();
}

for (const child of running) child.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
