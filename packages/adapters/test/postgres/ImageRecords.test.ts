import { imageRecords } from "../contract/ImageRecords.js"
import { engines } from "../support/database.js"

for (const engine of engines) imageRecords(engine)
