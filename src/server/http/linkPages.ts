// Pages behind links, as those in mails: a question with one button, without a script or a sign-in. The token in the
// address is all that opens them, so no other site's page can do with a visitor's browser what it could not do alone, and
// where a call comes from is not asked, but of a page that makes something of the browser itself. To look changes nothing: mail
// scanners follow links.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction, type Transaction } from '#server/database.ts';
import type { CookieChange, Site } from './call.ts';
import type { Capacity } from './capacity.ts';
import { checkOrigin } from './guards.ts';
import { duringCall } from './presentCall.ts';
import { applyCookie } from './sessions.ts';

/** What such a page says, and what its button is called, if there is anything left to do. */
interface LinkAnswer {
  title: string;
  text: string;
  button?: string | undefined;
  /** The link was good once, and is not any more. */
  isGone?: boolean;
}

/** On to a page of the site, once it is done. */
interface Departure {
  leadsTo: string;
  cookie?: CookieChange;
}

type Outcome = LinkAnswer | Departure | null;

export interface LinkPage {
  /** The address before the token. */
  path: string;
  /** What is asked. Null where the site has not written the token. */
  ask: (site: Site, token: string) => Promise<LinkAnswer | null>;
  /** Does it. A second time changes nothing and says the same. */
  act: (
    transaction: Transaction,
    site: Site,
    token: string,
    now: Date,
    request: FastifyRequest,
  ) => Promise<Outcome>;
  /** What is said where the site has not written the token, unless the link was in a mail. */
  broken?: LinkAnswer;
  /** Whether it gives the browser a cookie, which another site's page could else have it take. */
  changesBrowser?: boolean;
}

/** Ties pages to their feature, as `implement` does endpoints. */
export function linkPage(page: LinkPage): LinkPage {
  return page;
}

const MOST_BODY_BYTES = 4096;

const brokenLink: LinkAnswer = {
  title: 'This link does not work',
  text: 'It may have been cut short. Please open it from the mail again, or copy the whole of it.',
};

/**
 * Serves pages behind links in mails. A mail program presses the button by itself with `List-Unsubscribe=One-Click`
 * (RFC 8058); whatever is sent, the press is what counts.
 *
 * @param readDocument gives the page as the front end's build left it; undefined where none is built.
 */
export function serveLinkPages(
  app: FastifyInstance,
  { site, calls }: { site: Site; calls: Capacity },
  pages: readonly LinkPage[],
  readDocument: () => Promise<string | undefined>,
): void {
  async function send(
    reply: FastifyReply,
    { broken = brokenLink, changesBrowser = false }: LinkPage,
    outcome: Outcome,
  ) {
    void reply.headers({
      'cache-control': 'no-store',
      // Without a referrer browsers do not say either where a form was sent from.
      'referrer-policy': changesBrowser ? 'same-origin' : 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (outcome && 'leadsTo' in outcome) {
      if (outcome.cookie) applyCookie(site, reply, outcome.cookie);
      return await reply.redirect(outcome.leadsTo, 303);
    }
    return await reply
      .code(outcome ? (outcome.isGone ? 410 : 200) : 404)
      .type('text/html; charset=utf-8')
      .send(filledIn((await readDocument()) ?? plainDocument, outcome ?? broken));
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MOST_BODY_BYTES },
      (_request, _body, parsed) => parsed(null),
    );
    for (const page of pages) {
      const { path, ask, act, changesBrowser } = page;
      const url = `${path}:token`;
      type Asked = FastifyRequest<{ Params: { token: string } }>;
      scope.get(url, { schema: { hide: true } }, async (request: Asked, reply) =>
        send(reply, page, await calls.run(() => ask(site, request.params.token))),
      );
      scope.post(url, { schema: { hide: true } }, async (request: Asked, reply) => {
        if (changesBrowser) checkOrigin(site, request);
        return await send(
          reply,
          page,
          await calls.run(() =>
            duringCall(request, () =>
              inTransaction(site.database, (transaction) =>
                act(transaction, site, request.params.token, site.clock(), request),
              ),
            ),
          ),
        );
      });
    }
    done();
  });
}

/** What the built page says where nothing is filled in: `src/web/pages/MailLinkPage.tsx`. */
function filledIn(document: string, { title, text, button }: LinkAnswer): string {
  const filled = document
    .replaceAll(brokenLink.title, () => escaped(title))
    .replaceAll(brokenLink.text, () => escaped(text));
  if (button === undefined) return filled.replace(/<form[^]*?<\/form>/, '');
  return filled
    .replace('<form hidden=""', '<form')
    .replace('Go on</button>', () => `${escaped(button)}</button>`);
}

const plainDocument = `<!doctype html><html lang="en"><title>${brokenLink.title}</title><h1>${brokenLink.title}</h1><p>${brokenLink.text}</p><form hidden="" method="post"><button>Go on</button></form></html>`;

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => characters[character] ?? character);
}
