import { keyStoreContract } from "../contract/KeyStore.js"
import { newDatabase } from "../support/database.js"

keyStoreContract(newDatabase())
