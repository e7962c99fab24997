/** Globals of both browsers and Node that shared code uses: src/tsconfig.shared.json has no others. */
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
