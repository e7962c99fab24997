import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Mailbox } from './mailServer.ts';

/** A mail server for a test file, emptied before each test. */
export function useMailbox(): Mailbox {
  const mailbox = new Mailbox();
  beforeAll(() => mailbox.open());
  beforeEach(() => mailbox.reset());
  afterAll(() => mailbox.close());
  return mailbox;
}
