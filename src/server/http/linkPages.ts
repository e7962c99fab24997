// Pages behind links, as those in mails: a question with one button, without a script or a sign-in. The token in the
// address is all that opens them, so no other site's page can do with a visitor's browser what it could not do alone, and
// where a call comes from is not asked, but of a page that makes something of the browser itself. To look changes nothing: mail
// scanners follow links.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mailLink as french } from '#french/site.ts';
import { type Language, languages, pathIn } from '#shared/languages.ts';
import { mailLink as english } from '#words/site.ts';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import type { CookieChange, Site } from './call.ts';
import { checkOrigin } from './guards.ts';
import { duringCall } from './addresses.ts';
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

/** A press of the button. */
interface Press {
  token: string;
  /** Of the address. */
  language: Language;
  request: FastifyRequest;
}

type Outcome = LinkAnswer | Departure | null;

export interface LinkPage {
  /** The English address before the token; each other language has its own. */
  path: string;
  /** What is asked, in the language of the address. Null where the site has not written the token. */
  ask: (site: Site, token: string, language: Language) => Promise<LinkAnswer | null>;
  /** Does it. A second time changes nothing and says the same. */
  act: (transaction: Transaction, site: Site, press: Press, now: Date) => Promise<Outcome>;
  /** What is said where the site has not written the token, unless the link was in a mail. */
  broken?: (language: Language) => LinkAnswer;
  /** Whether it gives the browser a cookie, which another site's page could else have it take. */
  changesBrowser?: boolean;
}

/** Ties pages to their feature, as `implement` does endpoints. */
export function linkPage(page: LinkPage): LinkPage {
  return page;
}

const MOST_BODY_BYTES = 4096;

/** What the page says as it is built, and so where a link does not work. */
const builtWords: Readonly<Record<Language, { heading: string; text: string; goOn: string }>> = {
  en: english,
  fr: french,
};

function brokenLink(language: Language): LinkAnswer {
  const { heading: title, text } = builtWords[language];
  return { title, text };
}

/**
 * Serves pages behind links in mails. A mail program presses the button by itself with `List-Unsubscribe=One-Click`
 * (RFC 8058); whatever is sent, the press is what counts.
 *
 * @param readDocument gives the page of a language as the front end's build left it; undefined where none is built.
 */
export function serveLinkPages(
  app: FastifyInstance,
  { site }: { site: Site },
  pages: readonly LinkPage[],
  readDocument: (language: Language) => Promise<string | undefined>,
): void {
  async function send(
    reply: FastifyReply,
    { broken = brokenLink, changesBrowser = false }: LinkPage,
    language: Language,
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
      .send(
        filledIn(
          (await readDocument(language)) ?? plainDocument(language),
          language,
          outcome ?? broken(language),
        ),
      );
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MOST_BODY_BYTES },
      (_request, _body, parsed) => parsed(null),
    );
    for (const [page, language] of pages.flatMap((one) => languages.map((each) => [one, each] as const))) {
      const { path, ask, act, changesBrowser } = page;
      const url = `${pathIn(language, path)}:token`;
      // Fastify's generic parameters cost the type checker seconds here.
      const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;
      scope.get(url, { schema: { hide: true } }, async (request, reply) =>
        send(reply, page, language, await ask(site, tokenOf(request), language)),
      );
      scope.post(url, { schema: { hide: true } }, async (request, reply) => {
        if (changesBrowser) checkOrigin(site, request);
        const press = { token: tokenOf(request), language, request };
        return await send(
          reply,
          page,
          language,
          await duringCall(request, () =>
            inTransaction(site.database, (transaction) => act(transaction, site, press, site.clock())),
          ),
        );
      });
    }
    done();
  });
}

/** What the built page says where nothing is filled in: `src/web/pages/MailLinkPage.tsx`. */
function filledIn(document: string, language: Language, { title, text, button }: LinkAnswer): string {
  const built = builtWords[language];
  const filled = document
    .replaceAll(built.heading, () => escaped(title))
    .replaceAll(built.text, () => escaped(text));
  if (button === undefined) return filled.replace(/<form[^]*?<\/form>/, '');
  return filled.replace('<form hidden=""', '<form').replace(`>${built.goOn}<`, () => `>${escaped(button)}<`);
}

const htmlLanguages: Readonly<Record<Language, string>> = { en: 'en', fr: 'fr-CA' };

function plainDocument(language: Language): string {
  const { heading, text, goOn } = builtWords[language];
  return `<!doctype html><html lang="${htmlLanguages[language]}"><title>${heading}</title><h1>${heading}</h1><p>${text}</p><form hidden="" method="post"><button>${goOn}</button></form></html>`;
}

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => characters[character] ?? character);
}
