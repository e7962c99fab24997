// Asks the site's /readyz and exits with 0 if it is ready. With --wait it asks until then, or until the site's process, which
// systemd names in MAINPID, has ended. For systemd's ExecStartPost and the container's HEALTHCHECK.
import { setTimeout } from 'node:timers/promises';

const { HOST, PORT } = process.env;
const address = `http://${isEverywhere(HOST) ? '127.0.0.1' : hostInUrl(HOST)}:${PORT || 3000}/readyz`;
const PAUSE_MILLISECONDS = 200;

/** Whether the site listens on all addresses, so that 127.0.0.1 reaches it. */
function isEverywhere(host) {
  return !host || host === '0.0.0.0' || host === '::';
}

function hostInUrl(host) {
  return host.includes(':') ? `[${host}]` : host;
}

/** Why the site is not ready; undefined if it is. */
async function findProblem() {
  try {
    const { status } = await fetch(address);
    return status === 200 ? undefined : `${address} answers ${status}.`;
  } catch (error) {
    return `${address} does not answer: ${error.cause?.message ?? error.message}`;
  }
}

function hasEnded(pid) {
  if (!pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

let problem = await findProblem();
while (problem !== undefined && process.argv.includes('--wait') && !hasEnded(process.env.MAINPID)) {
  await setTimeout(PAUSE_MILLISECONDS);
  problem = await findProblem();
}
if (problem !== undefined) {
  // A process that has ended has already logged why.
  if (!hasEnded(process.env.MAINPID)) console.error(problem);
  process.exit(1);
}
