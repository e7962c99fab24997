import { languageAndPath, languageTag, pathIn } from '#shared/languages.ts';
import * as words from '#words/languageSwitch.ts';

type LanguageSwitchProps = {
  /** The address on show. Its query and its hash follow once it is pressed (boot.ts). */
  here: string;
  className: string;
};

/** The same page in the other language: a link to it, which `boot.ts` has the browser remember. */
export function LanguageSwitch({ here, className }: LanguageSwitchProps) {
  const { path } = languageAndPath(here.replace(/[?#].*/, ''));
  const tag = languageTag(words.otherLanguage);
  return (
    <a href={pathIn(words.otherLanguage, path)} hrefLang={tag} lang={tag} className={className}>
      {words.otherName}
    </a>
  );
}
