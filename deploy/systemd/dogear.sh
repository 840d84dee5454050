#!/bin/sh
# /usr/local/bin/dogear: root runs a command of the shop as its user, with its data: "dogear doctor".
cd / && exec runuser -u dogear -- env DATA_DIR=/var/lib/dogear /opt/dogear/dogear "$@"
