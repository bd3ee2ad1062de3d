/** In the package as verify.md, for people without n8n and Skribble. A test runs its commands. */
export const verifyText = `# How to check this package

Unpack it, and run the commands in its folder with bash. You need sha256sum, openssl, and pdfsig (of Poppler).

## 1. Is every file unchanged?

Compare this number with the SHA-256 on the cover page, or in its QR code:

\`\`\`bash
sha256sum manifest.json
\`\`\`

The cover page is in the package too. So keep the number in another place, or compare a printed cover page.

\`manifest.json\` has the SHA-256 of all other files. Each has to be OK:

\`\`\`bash
sed -n 's/^[[:space:]]*"\\(.*\\)": "\\([0-9a-f]\\{64\\}\\)",\\{0,1\\}$/\\2  \\1/p' manifest.json | sha256sum --check
\`\`\`

## 2. Are the signatures valid?

Each signature has to be valid, and the last one has to cover the whole document:

\`\`\`bash
for file in documents/*.pdf; do pdfsig -nocert "$file"; done
\`\`\`

The same without pdfsig. For each signature, openssl prints the certificates and "CMS Verification successful":

\`\`\`bash
for file in documents/*.pdf; do
  grep -a -o '/ByteRange *\\[[0-9 ]*\\]' "$file" | tr -cd '0-9 \\n' |
    while read -r start length end rest; do
      { tail -c "+$((start + 1))" "$file" | head -c "$length"; tail -c "+$((end + 1))" "$file" | head -c "$rest"; } > signed.bin
      tail -c "+$((length + 2))" "$file" | head -c "$((end - length - 2))" | tr a-f A-F | basenc --base16 -d > signature.der
      openssl pkcs7 -inform DER -in signature.der -print_certs -noout
      openssl cms -verify -binary -inform DER -in signature.der -content signed.bin -noverify -out /dev/null
    done
done
\`\`\`

A time stamp of a whole document is no signature, so openssl refuses it here.

Both leave out whether you trust the certificates. Compare their issuers with the trusted lists of the EU
(https://eidas.ec.europa.eu) and of Switzerland.

## 3. Who signed, and when?

- \`request.json\`: the request with its signers, and the quality of each signature
- \`audit-report.pdf\` and \`audit-report.json\`: all steps with people and times
- \`validation/\`: the result of the validation, with an ETSI report (EN 319 102-2) for each document
`;
