"""Uploads a PDF, has it signed, downloads and validates it. Needs the standard library alone."""
import base64
import json
import os
import sys
import urllib.request

URL = os.environ["SANDBOX_URL"]
LOGIN = {"username": os.environ["SANDBOX_USERNAME"], "api-key": os.environ["SANDBOX_API_KEY"]}


def call(method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


token = call("POST", "/v2/access/login", LOGIN).decode()
with open(sys.argv[1], "rb") as file:
    content = base64.b64encode(file.read()).decode()
document = json.loads(call("POST", "/v2/documents", {"title": "Contract", "content": content}, token))
request = json.loads(call("POST", "/v2/signature-requests", {
    "title": "Contract",
    "document_id": document["id"],
    "signatures": [{"account_email": "anna@example.com"}],
}, token))

call("POST", f"/sandbox/requests/{request['id']}/sign")
call("GET", f"/sandbox/wait?request={request['id']}&state=SIGNED&seconds=30")

request = json.loads(call("GET", f"/v2/signature-requests/{request['id']}", token=token))
signed = call("GET", f"/v2/documents/{request['document_id']}/content", token=token)
with open(sys.argv[2], "wb") as file:
    file.write(signed)
token = call("POST", "/validation/v1/access/login", LOGIN).decode()
content = base64.b64encode(signed).decode()
result = json.loads(call("POST", "/validation/v1/validate/document", {"content": content}, token))
print("valid:", str(result["valid"]).lower())
