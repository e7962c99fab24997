// Asks the site on this machine whether it can answer, by its /readyz, and exits with 0 if so. With --wait it asks until that is so,
// or until the site's process, which systemd names in MAINPID, has ended.
// Plain JavaScript, for systemd's ExecStartPost and the container's HEALTHCHECK.
import { setTimeout } from 'node:timers/promises';

const { HOST, PORT } = process.env;
const address = `http://${isEverywhere(HOST) ? '127.0.0.1' : inAddress(HOST)}:${PORT || 3000}/readyz`;
const PAUSE_MILLISECONDS = 200;

/** Whether a site that listens there can be asked at this machine's own address. */
function isEverywhere(host) {
  return !host || host === '0.0.0.0' || host === '::';
}

function inAddress(host) {
  return host.includes(':') ? `[${host}]` : host;
}

/** Why it cannot, or undefined if it can. */
async function objection() {
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

let found = await objection();
while (found !== undefined && process.argv.includes('--wait') && !hasEnded(process.env.MAINPID)) {
  await setTimeout(PAUSE_MILLISECONDS);
  found = await objection();
}
if (found !== undefined) {
  // Of a process that has ended, its own last words say why.
  if (!hasEnded(process.env.MAINPID)) console.error(found);
  process.exit(1);
}
