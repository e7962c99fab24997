const ROW = 44;
// What a phone has room for.
const NAME_LENGTH = 42;

/** A bar for each drop site under its name, in the order given. */
export function DropSiteBars({ sites }: { sites: readonly { name: string; donations: number }[] }) {
  const most = Math.max(...sites.map(({ donations }) => donations));
  return (
    <div className="pe-10">
      <svg width="100%" height={sites.length * ROW} className="overflow-visible">
        {sites.map(({ name, donations }, index) => {
          const length = `${(donations / most) * 100}%`;
          return (
            <svg key={name} y={index * ROW} className="overflow-visible">
              <text y={19} fill="var(--ink)" fontSize={13}>
                {shortened(name)}
              </text>
              <rect y={25} width={length} height={14} rx={3} fill="var(--spruce)" />
              <text x={length} y={36} dx={7} fill="var(--ink)" fontSize={12} fontWeight={700}>
                {donations}
              </text>
            </svg>
          );
        })}
      </svg>
    </div>
  );
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…` : name;
}
