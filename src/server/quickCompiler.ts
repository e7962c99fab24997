import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 leave the embedded PostgreSQL's code as its quick compiler writes it, in what this process opens from now on. What the
 * optimizing compiler has begun has to end before a process may, and takes some 500 MB meanwhile: docs/decisions/0002.
 */
export function compileQuickly(): void {
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag);
}
