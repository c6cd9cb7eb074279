import { imageRecords } from "../contract/ImageRecords.js"

imageRecords()
