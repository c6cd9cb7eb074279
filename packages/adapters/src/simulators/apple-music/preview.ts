import { dice } from "../persona/dice.js"

const samplesPerSecond = 11_025
const noteSeconds = 0.25

/** A few seconds of an invented tune as a WAV file (8 bits, one channel): something to hear where a clip is linked. */
export const preview = (trackId: number): Uint8Array => {
  const chance = dice("tune", trackId)
  const root = 196 * 2 ** (chance.below(12) / 12)
  const notes = Array.from({ length: 24 }, () => root * 2 ** (chance.pick([0, 2, 4, 7, 9, 12, 14]) / 12))
  const noteSamples = Math.floor(samplesPerSecond * noteSeconds)
  const file = Buffer.alloc(44 + notes.length * noteSamples)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(samplesPerSecond, 24)
  file.writeUInt32LE(samplesPerSecond, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(file.length - 44, 40)
  notes.forEach((frequency, place) => {
    for (let sample = 0; sample < noteSamples; sample++) {
      const fading = (1 - sample / noteSamples) ** 2
      const tone = Math.sin((2 * Math.PI * frequency * sample) / samplesPerSecond)
      file[44 + place * noteSamples + sample] = Math.round(128 + 60 * fading * tone)
    }
  })
  return file
}
