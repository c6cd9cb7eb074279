import { Text, field } from "../../shared/fields.js"

export const appleMusicUrlField = field(
  Text,
  "Address at Apple Music; null if it was not found there",
  "https://music.apple.com/us/album/leaving-dusk/2300000093"
)
export const previewUrlField = field(
  Text,
  "30-second preview at Apple Music",
  "https://audio-ssl.itunes.apple.com/preview.m4a"
)
