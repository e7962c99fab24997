import type { FastifyReply } from 'fastify';

/** A mail styles itself inline, and nothing else: it runs nothing, asks for nothing and knows nobody's cookies. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sends a document that a page of this site shows in a frame: HTML made for elsewhere. */
export async function sendFrame(reply: FastifyReply, html: string): Promise<FastifyReply> {
  return await reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy)
    .send(html);
}
