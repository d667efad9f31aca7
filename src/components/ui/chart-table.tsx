/** Says in a table what a chart shows, for those who do not see it. */
interface ChartTableProps<Point> {
  caption: string;
  /** The header of what the points are of, such as `Day`. */
  first: string;
  points: readonly Point[];
  label: (point: Point) => string;
  columns: readonly { readonly name: string; readonly text: (point: Point) => string }[];
}

export const ChartTable = <Point,>({ caption, first, points, label, columns }: ChartTableProps<Point>) => (
  <table className="sr-only">
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {columns.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map((point, place) => (
        <tr key={place}>
          <th scope="row">{label(point)}</th>
          {columns.map(({ name, text }) => (
            <td key={name}>{text(point)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
