/** Ten codes in two columns, in the order in which they are numbered. */
export function RecoveryCodes({ recoveryCodes }: { recoveryCodes: readonly string[] }) {
  return (
    <ol className="m-0 grid list-none grid-cols-2 gap-x-6 p-0 max-tiny:gap-x-3 print:grid-cols-2">
      {recoveryCodes.map((code, index) => (
        <li
          key={code}
          className="flex h-[35px] items-center gap-3 border-b-[1.5px] border-wheat-deep/40 max-tiny:gap-2 print:border-black/40"
        >
          <span
            aria-hidden="true"
            className="w-4 text-end text-[0.84375rem] text-wheat-deep tabular print:text-black"
          >
            {index + 1}
          </span>
          <span className="font-display text-[1.0625rem] font-[750] tracking-[.02em] whitespace-nowrap tabular-nums max-tiny:text-[0.9375rem]">
            {code}
          </span>
        </li>
      ))}
    </ol>
  );
}
