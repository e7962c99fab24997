export interface ChartTableData {
  /** Its first is what a row is about. */
  columns: readonly [string, ...string[]];
  rows: readonly (readonly [string, ...(number | string)[]])[];
}

type ChartTableProps = ChartTableData & { label: string };

/** A chart's figures as a table, for those who don't see it or want them exactly. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  return (
    <table aria-label={label} className="w-full text-[0.875rem] tabular">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`border-b-[1.5px] border-line px-2 py-1 font-[650] text-muted first:ps-0 last:pe-0 ${index === 0 ? 'text-start' : 'text-end'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-start font-normal wrap-anywhere">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={columns[index + 1]} className="px-2 py-0.5 text-end last:pe-0">
                {figure.toLocaleString('en-CA')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
