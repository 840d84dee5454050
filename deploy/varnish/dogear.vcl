# Varnish 7 with varnish-modules, as /etc/varnish/default.vcl: keeps public pages and pictures of a shop with
#   CDN_PURGE_URL=http://varnish:80/.purge   CDN_PURGE_TOKEN=the-same-as-below   TRUST_PROXY=1
# (2 where another proxy before Varnish ends TLS). The shop says what may be kept, and what is to be forgotten:
# docs/services.md, "A CDN".
vcl 4.1;

import std;
import var;
import xkey;

backend shop {
	.host = "127.0.0.1";
	.port = "4000";
	# Longer than the shop lets a visitor wait; streams say something every 25 seconds.
	.first_byte_timeout = 75s;
	.between_bytes_timeout = 60s;
}

sub vcl_init {
	var.global_set("purge", "none");
}

sub vcl_recv {
	if (req.url == "/.purge") {
		if (req.method != "POST" || req.http.Authorization != "Bearer the-token-of-CDN_PURGE_TOKEN") {
			return (synth(403));
		}
		# Before the purge: an answer that is on its way sees that it may be an old one.
		var.global_set("purge", req.xid);
		set req.http.Forgotten = xkey.purge(req.http.Surrogate-Key);
		return (synth(200));
	}
	# Members read the API with a token; what it says to others isn't kept either.
	if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.url ~ "^/api/") {
		return (pass);
	}
	# Pages are the same for everybody, whatever cookies came along.
	return (hash);
}

sub vcl_backend_fetch {
	var.set("purge", var.global_get("purge"));
}

sub vcl_backend_response {
	# Nothing is shown beyond its time.
	set beresp.grace = 0s;
	set beresp.keep = 0s;
	# What isn't for others, or was under way when something was purged, is for those who asked before. Who waits for it
	# asks for it again.
	if (beresp.http.Surrogate-Control !~ "max-age=[0-9]+" || var.get("purge") != var.global_get("purge")) {
		set beresp.ttl = 0s;
		set beresp.uncacheable = true;
	} else {
		set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
		set beresp.http.xkey = beresp.http.Surrogate-Key;
	}
	return (deliver);
}

sub vcl_deliver {
	unset resp.http.xkey;
	unset resp.http.Surrogate-Key;
	unset resp.http.Surrogate-Control;
	unset resp.http.Via;
	unset resp.http.X-Varnish;
	# By its own Cache-Control a browser asks for a page each time.
	unset resp.http.Age;
	if (obj.hits > 0) {
		# That of the request for which the page was made.
		unset resp.http.X-Request-Id;
		set resp.http.X-Cache = "hit";
	} else {
		set resp.http.X-Cache = "miss";
	}
}
