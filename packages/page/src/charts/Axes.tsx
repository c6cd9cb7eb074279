interface Tick {
  readonly at: number
  readonly text: string
}

interface AxesProps {
  readonly width: number
  readonly left: number
  readonly bottom: number
  readonly across: ReadonlyArray<Tick>
  readonly up: ReadonlyArray<Tick>
}

/** Hairlines to read heights off, and words below; as little of both as will do. */
export const Axes = ({ across, bottom, left, up, width }: AxesProps) => (
  <g class="axes">
    {up.map(({ at, text }) => (
      <g key={text} transform={`translate(0 ${at})`}>
        <line x1={left} x2={width} />
        <text class="tick" x={left - 8} dy="0.32em" text-anchor="end">{text}</text>
      </g>
    ))}
    {across.map(({ at, text }, index) => <text key={index} class="tick" x={at} y={bottom + 18}>{text}</text>)}
  </g>
)
