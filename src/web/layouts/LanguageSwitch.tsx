import { LANGUAGE_COOKIE, languageAndPath, languageTag, pathIn } from '#shared/languages.ts';
import { languageSwitch as words } from '#words/site.ts';

type LanguageSwitchProps = {
  /** The current address. A press adds the query and the hash. */
  here: string;
  className: string;
  /** Where there is room for two letters only: on phones, or in a bar with links. */
  shortOn?: keyof typeof nameClasses;
};

const nameClasses = {
  phones: { full: 'max-sm:hidden', short: 'sm:hidden' },
  bars: { full: 'nav:hidden', short: 'max-nav:hidden' },
};

/** A link to this page in the other language. A press also sets the language for scanned codes and shared links. */
export function LanguageSwitch({ here, className, shortOn }: LanguageSwitchProps) {
  const { path } = languageAndPath(here.replace(/[?#].*/, ''));
  const tag = languageTag(words.otherLanguage);
  return (
    <a
      href={pathIn(words.otherLanguage, path)}
      hrefLang={tag}
      lang={tag}
      className={className}
      onClick={({ currentTarget }) => {
        copyQueryAndHash(currentTarget);
        rememberLanguage();
      }}
    >
      {shortOn ? (
        <>
          <span className={nameClasses[shortOn].full}>{words.otherName}</span>
          <span className={nameClasses[shortOn].short}>
            {words.otherShort} <span className="sr-only">{words.otherName}</span>
          </span>
        </>
      ) : (
        words.otherName
      )}
    </a>
  );
}

function copyQueryAndHash(link: HTMLAnchorElement) {
  link.search = window.location.search;
  link.hash = window.location.hash;
}

function rememberLanguage() {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${words.otherLanguage}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
