import { Option } from "effect"
import { rulesSettings, scheduleSetting } from "@daybook/sources/kit"
import { backupSettings } from "./backup/settings.js"
import { embeddingSettings } from "./embeddings/Embedder.js"
import { allowedHosts } from "@daybook/sources/fetch"
import { hookSettings } from "./hooks/settings.js"
import { coverArtSettings } from "./images/finders/coverArt.js"
import { deezerSettings } from "./images/finders/deezer.js"
import { fanartSettings } from "./images/finders/fanart.js"
import { pictureSettings } from "./images/Originals.js"
import { importSettings } from "./imports/settings.js"
import { rawSettings } from "./raw/settings.js"
import { secretSetting } from "./Secret.js"
import { instanceSettings } from "./Settings.js"
import { type AnySourceDefinition, definitions, optionalDomains } from "@daybook/sources/built-in"
import { addressType, gapType, type Setting } from "@daybook/sources/setting"
import { loginSettings } from "@daybook/sources/providers"

/** The settings of sources, the schedule of each among them. */
export const settingsOfSources = (
  sources: ReadonlyArray<Pick<AnySourceDefinition, "id" | "schedule" | "settings">>
): ReadonlyArray<Setting<unknown>> =>
  sources.flatMap((source) => [...source.settings, ...Option.toArray(scheduleSetting(source))])

const everySource: ReadonlyArray<Pick<AnySourceDefinition, "id" | "domain" | "schedule" | "settings">> = [
  ...definitions,
  ...optionalDomains.flatMap(({ sources }) => sources)
]

const sourceSettings = everySource.map(({ domain, settings }) => ({ domain, settings }))

const providers = [
  ...sourceSettings,
  { domain: "watching", settings: Object.values(loginSettings.fields) },
  { domain: "attending", settings: Object.values(rulesSettings.fields) },
  ...[deezerSettings, coverArtSettings, fanartSettings].map(({ fields }) => ({
    domain: "enrichment",
    settings: Object.values<Setting<unknown>>(fields)
  }))
]

const isProviderAddress = (one: Setting<unknown>) => one.type === addressType && one.default !== null
const isGap = ({ type }: Setting<unknown>) => type === gapType

const ofProviders = (
  isIncluded: (one: Setting<unknown>, domain: string) => boolean
): ReadonlyArray<Setting<unknown>> => {
  const all = providers.flatMap(({ domain, settings }) => settings.filter((one) => isIncluded(one, domain)))
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
}

const inDomain = (name: string) =>
  ofProviders((one, domain) => domain === name && !isProviderAddress(one) && !isGap(one))

/** Every setting of the adapters, by the heading of the manual that lists it. */
export const declaredSettings = {
  data: [
    instanceSettings.fields.dataDir,
    instanceSettings.fields.databaseUrl,
    secretSetting,
    instanceSettings.fields.timeZone,
    importSettings.fields.maxBytes
  ],
  raw: Object.values(rawSettings.fields),
  backups: Object.values(backupSettings.fields),
  pictures: [...pictureSettings, allowedHosts],
  hooks: hookSettings,
  embeddings: embeddingSettings,
  schedules: everySource.flatMap((definition) => Option.toArray(scheduleSetting(definition))),
  listening: inDomain("listening"),
  running: inDomain("running"),
  watching: inDomain("watching"),
  collecting: inDomain("collecting"),
  reading: inDomain("reading"),
  attending: inDomain("attending"),
  games: inDomain("games"),
  books: inDomain("books"),
  enrichment: inDomain("enrichment"),
  addresses: ofProviders(isProviderAddress),
  gaps: ofProviders(isGap)
} satisfies Readonly<Record<string, ReadonlyArray<Setting<unknown>>>>
