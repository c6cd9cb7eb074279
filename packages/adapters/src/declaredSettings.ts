import { Option } from "effect"
import { rulesSettings } from "./attending/rules.js"
import { embeddingSettings } from "./embeddings/Embedder.js"
import { allowedHosts } from "./fetch/index.js"
import { coverArtSettings } from "./images/finders/coverArt.js"
import { deezerSettings } from "./images/finders/deezer.js"
import { fanartSettings } from "./images/finders/fanart.js"
import { pictureSettings } from "./images/Originals.js"
import { secretSetting } from "./Secret.js"
import { instanceSettings } from "./Settings.js"
import { definitions } from "./sources/index.js"
import { addressType, gapType, type SettingInfo } from "./sources/kit/settings.js"
import { scheduleSetting } from "./sources/kit/SourceDefinition.js"
import { loginSettings } from "./sources/plex/login.js"

const sourceSettings = definitions.map(({ domain, settings }) => ({ domain, settings }))

const providers = [
  ...sourceSettings,
  { domain: "watching", settings: Object.values(loginSettings.fields) },
  { domain: "attending", settings: Object.values(rulesSettings.fields) },
  ...[deezerSettings, coverArtSettings, fanartSettings].map(({ fields }) => ({
    domain: "enrichment",
    settings: Object.values<SettingInfo>(fields)
  }))
]

const isProviderAddress = (one: SettingInfo) => one.type === addressType && one.default !== null
const isGap = ({ type }: SettingInfo) => type === gapType

const ofProviders = (isIncluded: (one: SettingInfo, domain: string) => boolean): ReadonlyArray<SettingInfo> => {
  const all = providers.flatMap(({ domain, settings }) => settings.filter((one) => isIncluded(one, domain)))
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
}

const inDomain = (wanted: string) =>
  ofProviders((one, domain) => domain === wanted && !isProviderAddress(one) && !isGap(one))

/** Every setting of the adapters, by the heading of the manual that lists it. */
export const declaredSettings = {
  data: [
    instanceSettings.fields.dataDir,
    instanceSettings.fields.databaseUrl,
    secretSetting,
    instanceSettings.fields.timeZone
  ],
  pictures: [...pictureSettings, allowedHosts],
  embeddings: embeddingSettings,
  schedules: definitions.flatMap((definition) => Option.toArray(scheduleSetting(definition))),
  listening: inDomain("listening"),
  running: inDomain("running"),
  watching: inDomain("watching"),
  collecting: inDomain("collecting"),
  reading: inDomain("reading"),
  attending: inDomain("attending"),
  enrichment: inDomain("enrichment"),
  addresses: ofProviders(isProviderAddress),
  gaps: ofProviders(isGap)
} satisfies Readonly<Record<string, ReadonlyArray<SettingInfo>>>
