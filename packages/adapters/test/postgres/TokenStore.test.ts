import { tokenStoreContract } from "../contract/TokenStore.js"
import { newDatabase } from "../support/database.js"

tokenStoreContract(newDatabase())
