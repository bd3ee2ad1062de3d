#!/bin/sh
# Uploads a PDF, has it signed, downloads and validates it. Needs curl and base64.
set -eu
url=$SANDBOX_URL
post() { curl -sSf -X POST -H 'content-type: application/json' "$@"; }
member() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

login="{\"username\":\"$SANDBOX_USERNAME\",\"api-key\":\"$SANDBOX_API_KEY\"}"
token=$(post -d "$login" "$url/v2/access/login")
document=$(base64 < "$1" | tr -d '\n' | sed 's/.*/{"title":"Contract","content":"&"}/' |
	post -H "authorization: Bearer $token" -d @- "$url/v2/documents" | sed 's/,.*//' | member id)
request=$(post -H "authorization: Bearer $token" "$url/v2/signature-requests" -d "{
	\"title\": \"Contract\", \"document_id\": \"$document\",
	\"signatures\": [{\"account_email\": \"anna@example.com\"}]}" | sed 's/,.*//' | member id)

post "$url/sandbox/requests/$request/sign" > /dev/null
curl -sSf "$url/sandbox/wait?request=$request&state=SIGNED&seconds=30" > /dev/null

signed=$(curl -sSf -H "authorization: Bearer $token" "$url/v2/signature-requests/$request" | member document_id)
curl -sSf -H "authorization: Bearer $token" -o "$2" "$url/v2/documents/$signed/content"
token=$(post -d "$login" "$url/validation/v1/access/login")
valid=$(curl -sSf -H "authorization: Bearer $token" -F "content=@$2" "$url/validation/v1/validate/document" | member valid)
echo "valid: $valid"
