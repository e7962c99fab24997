/** What the system says of a port or an address that a server cannot have, as a sentence that names the setting; else the error itself. */
export function explainedListening(error: NodeJS.ErrnoException, setting: 'PORT' | 'METRICS_PORT'): Error {
  const { code, message } = error;
  const explain = (name: string, remedy: string) =>
    new Error(`${name} cannot be used: ${message}. ${remedy}`, { cause: error });
  if (code === 'EADDRINUSE') return explain(setting, 'Each process needs one of its own.');
  if (code === 'EACCES') return explain(setting, 'Choose one from 1024 on.');
  if (setting === 'PORT' && NO_ADDRESS.has(code ?? ''))
    return explain('HOST', 'Name an address of this machine.');
  return error;
}

/** Of an address that there is not, or not here. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);
