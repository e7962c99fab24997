// Pages behind links, mostly in mails: a question with one button, without a script or a sign-in.
// A GET changes nothing, because mail scanners follow links. The token is all that opens a page, so the origin of a
// request matters only for pages that set a cookie.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mailLink as french } from '#french/site.ts';
import { type Language, languages, languageTag, pathIn } from '#shared/languages.ts';
import { mailLink as english } from '#words/site.ts';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import { type CookieChange, type Site, withCallOrigin } from './call.ts';
import { checkOrigin } from './guards.ts';
import { applyCookie } from './sessions.ts';

/** The sentences of a page. Without a button it needs no action. */
interface LinkAnswer {
  title: string;
  text: string;
  button?: string | undefined;
  /** The link has expired or was used. */
  isGone?: boolean;
}

interface Redirect {
  leadsTo: string;
  cookie?: CookieChange;
}

/** A press of the button. */
interface Press {
  token: string;
  language: Language;
  request: FastifyRequest;
}

type Outcome = LinkAnswer | Redirect | null;

export interface LinkPage {
  /** The English address before the token. */
  path: string;
  /** The question. Null for an unknown token. */
  ask: (site: Site, token: string, language: Language) => Promise<LinkAnswer | null>;
  /** Does what the button says. A second press changes nothing and says the same. Null for an unknown token. */
  act: (transaction: Transaction, site: Site, press: Press, now: Date) => Promise<Outcome>;
  /** The answer to an unknown token. By default it speaks of a link in a mail. */
  broken?: (language: Language) => LinkAnswer;
  /** Presses set a cookie, so they must come from the site's own pages. */
  setsCookie?: boolean;
}

/** Gives a page its types, as `withSlowStep` does a handler. */
export function linkPage(page: LinkPage): LinkPage {
  return page;
}

const MOST_BODY_BYTES = 4096;

/** The words of the built page, which are those of a broken link. */
const builtWords: Readonly<Record<Language, { heading: string; text: string; goOn: string }>> = {
  en: english,
  fr: french,
};

function brokenLink(language: Language): LinkAnswer {
  const { heading: title, text } = builtWords[language];
  return { title, text };
}

/**
 * Serves pages behind links. A press may have any body: mail programs unsubscribe by `List-Unsubscribe=One-Click` (RFC 8058).
 *
 * @param readDocument gives the built page of a language; undefined without a front end.
 */
export function serveLinkPages(
  app: FastifyInstance,
  site: Site,
  pages: readonly LinkPage[],
  readDocument: (language: Language) => Promise<string | undefined>,
): void {
  async function send(
    reply: FastifyReply,
    { broken = brokenLink, setsCookie = false }: LinkPage,
    language: Language,
    outcome: Outcome,
  ) {
    void reply.headers({
      'cache-control': 'no-store',
      // With no-referrer browsers would not send the form's origin either.
      'referrer-policy': setsCookie ? 'same-origin' : 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (outcome && 'leadsTo' in outcome) {
      if (outcome.cookie) applyCookie(site, reply, outcome.cookie);
      return await reply.redirect(outcome.leadsTo, 303);
    }
    const status = outcome?.isGone ? 410 : 200;
    const document = (await readDocument(language)) ?? plainDocument(language);
    return await reply
      .code(outcome ? status : 404)
      .type('text/html; charset=utf-8')
      .send(fillPage(document, language, outcome ?? broken(language)));
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MOST_BODY_BYTES },
      (_request, _body, parsed) => parsed(null),
    );
    const routes = pages.flatMap((page) => languages.map((language) => ({ page, language })));
    for (const { page, language } of routes) {
      const { path, ask, act, setsCookie } = page;
      const url = `${pathIn(language, path)}:token`;
      // Fastify's generic parameters cost the type checker seconds here.
      const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;
      scope.get(url, { schema: { hide: true } }, async (request, reply) =>
        send(reply, page, language, await ask(site, tokenOf(request), language)),
      );
      scope.post(url, { schema: { hide: true } }, async (request, reply) => {
        if (setsCookie) checkOrigin(site, request);
        const press = { token: tokenOf(request), language, request };
        const outcome = await withCallOrigin(request, () =>
          inTransaction(site.database, (transaction) => act(transaction, site, press, site.clock())),
        );
        return await send(reply, page, language, outcome);
      });
    }
    done();
  });
}

/** Replaces the words of the built page, `src/web/pages/MailLinkPage.tsx`. */
function fillPage(document: string, language: Language, { title, text, button }: LinkAnswer): string {
  const built = builtWords[language];
  const filled = document
    .replaceAll(built.heading, () => escaped(title))
    .replaceAll(built.text, () => escaped(text));
  if (button === undefined) return filled.replace(/<form[^]*?<\/form>/, '');
  return filled.replace('<form hidden=""', '<form').replace(`>${built.goOn}<`, () => `>${escaped(button)}<`);
}

function plainDocument(language: Language): string {
  const { heading, text, goOn } = builtWords[language];
  return `<!doctype html><html lang="${languageTag(language)}"><title>${heading}</title><h1>${heading}</h1><p>${text}</p><form hidden="" method="post"><button>${goOn}</button></form></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
