import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createMailer, type Mailer } from '#server/mailer.ts';

/** How the server answers. */
interface Behaviour {
  /** Its answer to an address. Undefined: it accepts the address. */
  recipient?: (address: string) => { code: number; text: string } | undefined;
  /** Its answer after the text of a message. Undefined: it accepts the message. */
  data?: () => { code: number; text: string } | undefined;
  /** Whether it closes the connection in the middle of the text. */
  dropsConnection?: boolean;
  /** Whether it never answers after the text. */
  isSilent?: boolean;
}

/** A received message: parsed, and byte for byte. */
export interface Delivery {
  to: string[];
  from: string;
  mail: ParsedMail;
  raw: string;
}

/** A real SMTP server in the test's process, with the messages that it received. */
export class Mailbox {
  readonly deliveries: Delivery[] = [];
  behaviour: Behaviour = {};
  #server!: SMTPServer;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  async open(): Promise<void> {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => done(this.#failure(this.behaviour.recipient?.(address))),
      onData: (stream, session, done) => {
        if (this.behaviour.dropsConnection) {
          stream.once('data', () => {
            for (const socket of this.#sockets) socket.destroy();
          });
          stream.resume();
          return;
        }
        void (async () => {
          const chunks: Buffer[] = [];
          try {
            for await (const chunk of stream) chunks.push(chunk as Buffer);
          } catch {
            // The sender closed the connection in the middle of the text, so nothing was delivered.
            return;
          }
          const raw = Buffer.concat(chunks).toString();
          if (this.behaviour.isSilent) return;
          const failure = this.#failure(this.behaviour.data?.());
          const { mailFrom, rcptTo } = session.envelope;
          if (!failure) {
            this.deliveries.push({
              to: rcptTo.map(({ address }) => address),
              from: mailFrom ? mailFrom.address : '',
              mail: await simpleParser(raw),
              raw,
            });
          }
          done(failure);
        })();
      },
    });
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    this.#port = (this.#server.server.address() as AddressInfo).port;
  }

  #failure(answer: { code: number; text: string } | undefined): Error | null {
    return answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null;
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** A mailer that delivers to this server. */
  mailer(dkim?: { domainName: string; keySelector: string; privateKey: string }): Mailer {
    const mail = { smtpUrl: this.smtpUrl, from: 'ReRound <letters@reround.example>', dkim };
    const mailer = createMailer({ mail });
    if (!mailer) throw new Error('Mail is off.');
    return mailer;
  }

  reset(): void {
    this.deliveries.length = 0;
    this.behaviour = {};
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
