<?php
// Uploads a PDF, has it signed, downloads and validates it. Needs no extension.
function call(string $method, string $path, ?array $body = null, string $token = ''): string
{
    $headers = "content-type: application/json\r\nauthorization: Bearer $token\r\n";
    $options = ['method' => $method, 'header' => $headers];
    if ($body !== null) {
        $options['content'] = json_encode($body);
    }
    $answer = file_get_contents(getenv('SANDBOX_URL') . $path, false, stream_context_create(['http' => $options]));
    if ($answer === false) {
        exit(1);
    }
    return $answer;
}

$login = ['username' => getenv('SANDBOX_USERNAME'), 'api-key' => getenv('SANDBOX_API_KEY')];
$token = call('POST', '/v2/access/login', $login);
$content = base64_encode(file_get_contents($argv[1]));
$document = json_decode(call('POST', '/v2/documents', ['title' => 'Contract', 'content' => $content], $token));
$request = json_decode(call('POST', '/v2/signature-requests', [
    'title' => 'Contract',
    'document_id' => $document->id,
    'signatures' => [['account_email' => 'anna@example.com']],
], $token));

call('POST', "/sandbox/requests/$request->id/sign");
call('GET', "/sandbox/wait?request=$request->id&state=SIGNED&seconds=30");

$request = json_decode(call('GET', "/v2/signature-requests/$request->id", null, $token));
$signed = call('GET', "/v2/documents/$request->document_id/content", null, $token);
file_put_contents($argv[2], $signed);
$token = call('POST', '/validation/v1/access/login', $login);
$content = base64_encode($signed);
$result = json_decode(call('POST', '/validation/v1/validate/document', ['content' => $content], $token));
echo 'valid: ', json_encode($result->valid), "\n";
