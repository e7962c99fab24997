const cookie = 'reround_log_as';
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The donor ID that this device was asked to remember, or an empty text. */
export function rememberedDonorId(): string {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${cookie}=`));
  try {
    return decodeURIComponent(entry?.slice(cookie.length + 1) ?? '');
  } catch {
    // Not written by this site.
    return '';
  }
}

/** Remembers a donor ID on this device, or none any more. A cookie, so that the server sends the page in its shape. */
export function rememberDonorId(donorId: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = donorId === null ? 0 : MAX_AGE_SECONDS;
  document.cookie = `${cookie}=${encodeURIComponent(donorId ?? '')}; path=/log; max-age=${age}; samesite=lax${secure}`;
}
