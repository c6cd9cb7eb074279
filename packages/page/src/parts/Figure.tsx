interface FigureProps {
  readonly value: string
  readonly of: string
  readonly note?: string | undefined
}

/** A number that says something by itself, and of what. */
export const Figure = ({ note, of, value }: FigureProps) => (
  <div class="key-figure">
    <dt>{of}</dt>
    <dd class="value">{value}</dd>
    {note !== undefined && <dd class="note">{note}</dd>}
  </div>
)
