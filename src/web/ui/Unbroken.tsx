/** Reward codes and phone numbers. The groups make `split` return what it splits at, too. */
const numbers = /(\bRR-[A-Z\d]{6}\b|\+?\(?\d{3}[\d\s().-]{4,}\d)/;

/** A sentence in which no line ends inside a reward code or a phone number. */
export function Unbroken({ children }: { children: string }) {
  return children.split(numbers).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
