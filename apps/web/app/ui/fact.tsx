/** One of the figures below the title of a course: 50 HRS. */
export function Fact({ name, value, unit }: { name: string; value: number | string; unit?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {unit ? <small>{unit}</small> : null}
      </dd>
    </div>
  );
}
