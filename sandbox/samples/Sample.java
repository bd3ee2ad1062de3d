import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Pattern;

/** Uploads a PDF, has it signed, downloads and validates it: java Sample.java in.pdf out.pdf, from Java 17 on. */
class Sample {
	static final HttpClient client = HttpClient.newHttpClient();

	static byte[] call(String method, String path, String body, String token) throws Exception {
		var request = HttpRequest.newBuilder(URI.create(System.getenv("SANDBOX_URL") + path))
			.header("content-type", "application/json")
			.header("authorization", "Bearer " + token)
			.method(method, HttpRequest.BodyPublishers.ofString(body))
			.build();
		var answer = client.send(request, BodyHandlers.ofByteArray());
		if (answer.statusCode() >= 300) throw new Exception(new String(answer.body()));
		return answer.body();
	}

	/** A JSON library does this better. */
	static String member(String name, byte[] json) {
		var found = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(new String(json));
		return found.find() ? found.group(1) : null;
	}

	static String upload(byte[] file) {
		return "{\"title\":\"Contract\",\"content\":\"" + Base64.getEncoder().encodeToString(file) + "\"}";
	}

	public static void main(String[] args) throws Exception {
		var login = "{\"username\":\"" + System.getenv("SANDBOX_USERNAME")
			+ "\",\"api-key\":\"" + System.getenv("SANDBOX_API_KEY") + "\"}";
		var token = new String(call("POST", "/v2/access/login", login, ""));
		var file = Files.readAllBytes(Path.of(args[0]));
		var document = member("id", call("POST", "/v2/documents", upload(file), token));
		var request = member("id", call("POST", "/v2/signature-requests",
			"{\"title\":\"Contract\",\"document_id\":\"" + document
			+ "\",\"signatures\":[{\"account_email\":\"anna@example.com\"}]}", token));

		call("POST", "/sandbox/requests/" + request + "/sign", "", "");
		call("GET", "/sandbox/wait?request=" + request + "&state=SIGNED&seconds=30", "", "");

		var signed = member("document_id", call("GET", "/v2/signature-requests/" + request, "", token));
		file = call("GET", "/v2/documents/" + signed + "/content", "", token);
		Files.write(Path.of(args[1]), file);
		token = new String(call("POST", "/validation/v1/access/login", login, ""));
		System.out.println("valid: " + member("valid", call("POST", "/validation/v1/validate/document", upload(file), token)));
	}
}
