import Bowser from 'bowser';

/** What a browser says of itself, in words for its owner: "Safari on iPhone". Anybody may say anything of a browser. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name || 'Unknown browser', system].filter(Boolean).join(' on ');
}
