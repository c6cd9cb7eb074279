/** A label and its value; null or "" if there is none. */
export type Fact = readonly [label: string, value: string | null]

/** Labels with their values, without those that have none. */
export const FactList = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl class="fact-list">
    {facts.map(
      ([label, value]) =>
        value !== null &&
        value !== "" && (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        )
    )}
  </dl>
)
