/** How long a client may take for each part of a request, and how many there may be. Tests make them smaller. */
export interface Bounds {
  /** From a request's first byte, or from connecting, until its headers are whole. */
  headersMilliseconds: number;
  /** From there until its body is whole, uploads aside. */
  bodyMilliseconds: number;
  /** An upload may take longer as long as so many bytes come in each such span, and up to its limit. */
  uploadSpanMilliseconds: number;
  uploadSpanBytes: number;
  uploadMilliseconds: number;
  /** A connection on which nothing moves: an answer that nobody reads ends with it. */
  idleMilliseconds: number;
  /** A connection that is kept for the next request. */
  keptMilliseconds: number;
  connections: number;
  /** Those of one IPv4 address or IPv6 /64, trusted proxies aside. */
  connectionsPerNetwork: number;
  /** Calls that are worked on at the same moment. */
  callsAtOnce: number;
}

/**
 * Headers and body together take less than 15 seconds, Node's checking once a second included; a form is a
 * few hundred bytes. Proxies drop a connection that they keep after 60 seconds at most, and must be the first
 * to: one that the server drops may just have got a request. A quiet connection outlasts the longest statement
 * that the database is allowed. The calls at once are those that load tests with hundreds of connections never
 * meet, and that the database works off in a second or two.
 */
export const defaultBounds: Bounds = {
  headersMilliseconds: 6000,
  bodyMilliseconds: 7500,
  uploadSpanMilliseconds: 15_000,
  uploadSpanBytes: 32 * 1024,
  uploadMilliseconds: 300_000,
  idleMilliseconds: 45_000,
  keptMilliseconds: 72_000,
  connections: 10_000,
  connectionsPerNetwork: 1000,
  callsAtOnce: 1000,
};
