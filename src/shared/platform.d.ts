/** What browsers and Node both have beyond the language, as far as shared code needs it: src/tsconfig.shared.json knows no more. */
declare class URL {
  constructor(address: string, base?: string);
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

declare class URLSearchParams {
  constructor(query?: Record<string, string>);
  readonly size: number;
  get(name: string): string | null;
  set(name: string, value: string): void;
  toString(): string;
}
