import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { isNobodyThere, listenForOwner, ownerSocket } from '#server/ownerSocket.ts';
import { type ImageLender, removeImage } from './image.ts';

/*
 * The embedded database belongs to the server's process alone. `npm run backup` therefore asks the server for an
 * image of it, over a socket in the data directory that only its owner may use.
 */

type Reply = { image: string } | { refusal: string };

const socketPath = (dataDirectory: string) => ownerSocket(dataDirectory, 'backup.socket');

/**
 * Gives images of the embedded database to those who ask. An image is theirs until they hang up.
 *
 * @returns what stops it.
 */
export async function offerImages(
  images: ImageLender,
  dataDirectory: string,
  { onAsked, onFailure }: { onAsked: () => Promise<void>; onFailure: (error: unknown) => void },
): Promise<() => void> {
  let stopping = false;
  const sockets = new Set<Socket>();
  const serve = async (socket: Socket) => {
    const hungUp = new Promise((resolve) => socket.once('close', resolve));
    const use = async (image: string) => {
      reply(socket, { image });
      await hungUp;
    };
    // While the server stops, a backup may go on: its command then removes the image.
    await images.lend(use, { before: onAsked, isOthers: () => stopping });
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    // Unread, a socket never learns that the other end hung up.
    socket.resume();
    serve(socket).catch((error: unknown) => {
      onFailure(error);
      reply(socket, { refusal: (error as Error).message });
    });
  });
  await listenForOwner(server, socketPath(dataDirectory));
  // A server that was killed may have left one.
  await removeImage(dataDirectory).catch(onFailure);
  return () => {
    stopping = true;
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/**
 * Asks the server that has a data directory for an image of its database.
 *
 * @returns the image and what gives it back; null where no server runs.
 * @throws Error with the server's sentence, if it gave none.
 */
export async function askForImage(
  dataDirectory: string,
): Promise<{ image: string; release: () => Promise<void> } | null> {
  const socket = await hail(socketPath(dataDirectory));
  if (!socket) return null;
  const answer = await firstLine(socket);
  if (answer === null) throw new Error('The site stopped before the backup began. Please try again.');
  const given = JSON.parse(answer) as Reply;
  if ('refusal' in given) {
    socket.destroy();
    throw new Error(given.refusal);
  }
  // Unread, a socket never learns that the other end hung up.
  socket.resume();
  return {
    image: given.image,
    release: async () => {
      const serverStopped = socket.destroyed || socket.readableEnded;
      socket.destroy();
      // A server that goes on removes it itself; two at the same work would each take the other for a backup.
      if (serverStopped) await removeImage(dataDirectory);
    },
  };
}

function reply(socket: Socket, answer: Reply): void {
  if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
}

function hail(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => {
      if (isNobodyThere(error)) resolve(null);
      else reject(error);
    });
  });
}

async function firstLine(socket: Socket): Promise<string | null> {
  // A server that is killed says nothing more: the line then never comes.
  socket.on('error', () => {});
  const lines = createInterface({ input: socket });
  for await (const line of lines) return line;
  return null;
}
