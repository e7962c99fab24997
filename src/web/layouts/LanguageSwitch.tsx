import type { MouseEvent } from 'react';
import { LANGUAGE_COOKIE, languageAndPath, languageTag, pathIn } from '#shared/languages.ts';
import { languageSwitch as words } from '#words/site.ts';

type LanguageSwitchProps = {
  /** The current address. A press adds the query and the hash. */
  here: string;
  className: string;
  /** Where only two letters fit: on phones, or beside the bar's links. */
  shortOn?: keyof typeof lengths;
};

const lengths = {
  phones: { whole: 'max-sm:hidden', short: 'sm:hidden' },
  bars: { whole: 'nav:hidden', short: 'max-nav:hidden' },
};

/** Leads to this page in the other language. Scanned codes use that language from then on. */
export function LanguageSwitch({ here, className, shortOn }: LanguageSwitchProps) {
  const { path } = languageAndPath(here.replace(/[?#].*/, ''));
  const tag = languageTag(words.otherLanguage);
  return (
    <a
      href={pathIn(words.otherLanguage, path)}
      hrefLang={tag}
      lang={tag}
      className={className}
      onClick={rememberLanguage}
    >
      {shortOn ? (
        <>
          <span className={lengths[shortOn].whole}>{words.otherName}</span>
          <span className={lengths[shortOn].short}>
            {words.otherShort} <span className="sr-only">{words.otherName}</span>
          </span>
        </>
      ) : (
        words.otherName
      )}
    </a>
  );
}

function rememberLanguage({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  link.search = window.location.search;
  link.hash = window.location.hash;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${words.otherLanguage}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
