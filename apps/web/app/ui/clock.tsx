type Left = { days: number; hours: number; minutes: number; seconds: number };

/** Days, hours, minutes and seconds in large figures. Said aloud by the minute, not by the second. */
export function Clock({ left: { days, hours, minutes, seconds } }: { left: Left }) {
  const parts = [
    ...(days > 0 ? [{ name: "days", value: days }] : []),
    { name: "hours", value: hours },
    { name: "minutes", value: minutes },
    { name: "seconds", value: seconds },
  ];
  const said = [...(days > 0 ? [`${days} days`] : []), `${hours} hours`, `${minutes} minutes`].join(" ");
  return (
    <div className="clock" role="timer" aria-label={`Starts in ${said}`}>
      {parts.map(({ name, value }) => (
        <span key={name} aria-hidden="true">
          <b>{String(value).padStart(2, "0")}</b>
          {name}
        </span>
      ))}
    </div>
  );
}
