/** Metrics that each process has of itself; the others are about the data, or count what any process did. */
const ofOneProcess = /^(process_|nodejs_|daybook_database_connections)/

interface Family {
  readonly help: string
  readonly type: string
  /** Values by name and labels, in order. */
  readonly samples: Map<string, number>
}

const valueOf = (text: string): number => (text === "+Inf" ? Infinity : Number(text))
const textOf = (value: number): string => (value === Infinity ? "+Inf" : String(value))

/** The families of a page in the Prometheus text format, as this host writes it. */
const familiesOf = (page: string): Map<string, Family> => {
  const families = new Map<string, Family>()
  let current: Family | undefined
  let help = ""
  for (const line of page.split("\n")) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === "HELP") help = rest!
    else if (kind === "TYPE") families.set(name!, (current = { help, type: rest!, samples: new Map() }))
    else if (line !== "") {
      const space = line.lastIndexOf(" ")
      current?.samples.set(line.slice(0, space), valueOf(line.slice(space + 1)))
    }
  }
  return families
}

const labelled = (sample: string, process: string): string => {
  const [, name = sample, labels = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(sample) ?? []
  return `${name}{${labels === "" ? "" : `${labels},`}process="${process}"}`
}

const withProcess = (samples: ReadonlyMap<string, number>, process: string) =>
  Array.from(samples, ([sample, value]) => [labelled(sample, process), value] as const)

/** Counters are summed. Both processes read the same gauges from the database: the answering one's stand. */
const joinedSamples = (name: string, own: Family | undefined, other: Family | undefined): Map<string, number> => {
  if (ofOneProcess.test(name))
    return new Map([
      ...withProcess(own?.samples ?? new Map(), "answers"),
      ...withProcess(other?.samples ?? new Map(), "works")
    ])
  const samples = new Map(own?.samples)
  for (const [sample, value] of other?.samples ?? []) {
    const before = samples.get(sample)
    samples.set(sample, before === undefined ? value : other!.type === "gauge" ? before : before + value)
  }
  return samples
}

/** One page of metrics for a host of two processes. */
export const joinedMetrics = (own: string, working: string): string => {
  const [mine, others] = [familiesOf(own), familiesOf(working)]
  const lines = [...new Set([...mine.keys(), ...others.keys()])].sort().flatMap((name) => {
    const [one, other] = [mine.get(name), others.get(name)]
    const { help, type } = (one ?? other)!
    const samples = Array.from(joinedSamples(name, one, other), ([sample, value]) => `${sample} ${textOf(value)}`)
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples]
  })
  return `${lines.join("\n")}\n`
}
