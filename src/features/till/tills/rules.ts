/** For so many hours a link makes a till of a browser (beyond, section 4). */
export const TILL_LINK_HOURS = 24;

/** Where such a link leads, before its token. */
export const TILL_LINK_PATH = '/till/';
