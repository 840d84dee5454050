#!/bin/sh
# /usr/local/bin/dogear: root runs a command of the shop as its user, with its data: "dogear doctor". An update stays
# root's, who alone may stop the service and write beside the program.
DATA_DIR=${DATA_DIR:-/var/lib/dogear}
export DATA_DIR
[ "${1:-}" != update ] || exec /opt/dogear/dogear "$@"
exec runuser -u dogear -- env DATA_DIR="$DATA_DIR" /opt/dogear/dogear "$@"
