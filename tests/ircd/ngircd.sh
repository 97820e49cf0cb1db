#!/bin/bash
# Starts one ngIRCd on 127.0.0.1: the simplest server, without services and flood limits, which disconnects whoever
# sends a line over 512 bytes. Stop it with stop.sh and the same RUNDIR.
#   RUNDIR            default: chessmasters-ngircd in TMPDIR
#   PORT=16690 NICKLEN=30 PINGTIMEOUT=120
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
RUNDIR=${RUNDIR:-${TMPDIR:-/tmp}/chessmasters-ngircd}
PORT=${PORT:-16690} NICKLEN=${NICKLEN:-30} PINGTIMEOUT=${PINGTIMEOUT:-120}
if [ -d "$RUNDIR" ]; then RUNDIR=$RUNDIR "$here/stop.sh"; fi
mkdir -p "$RUNDIR"
user=$(id -un)
# Started as root it changes to a user who can do nothing else.
if [ "$(id -u)" = 0 ]; then if id irc > /dev/null 2>&1; then user=irc; else user=nobody; fi; fi
cat > "$RUNDIR/ngircd.conf" << C
[Global]
	Name = ng.test.net
	Info = ngIRCd test server
	Network = TestNet
	AdminInfo1 = test
	AdminEMail = root@localhost
	Listen = 127.0.0.1
	Ports = $PORT
	MotdPhrase = "hello"
	ServerGID = $(id -g "$user")
	ServerUID = $(id -u "$user")
[Limits]
	ConnectRetry = 5
	MaxConnections = 500
	MaxConnectionsIP = 0
	MaxJoins = 50
	MaxNickLength = $NICKLEN
	MaxPenaltyTime = 0
	PingTimeout = $PINGTIMEOUT
	PongTimeout = 20
[Options]
	DNS = no
	Ident = no
	PAM = no
	OperCanUseMode = yes
	SyslogFacility = local1
[Operator]
	Name = oper
	Password = operpass
C
chown -R "$user" "$RUNDIR"
(exec /usr/sbin/ngircd -n -f "$RUNDIR/ngircd.conf") > "$RUNDIR/ngircd.log" 2>&1 < /dev/null &
echo $! > "$RUNDIR/ngircd.runpid"
for _ in $(seq 50); do
  if (exec 3<> "/dev/tcp/127.0.0.1/$PORT") 2> /dev/null; then
    echo "up: ngircd $PORT, in $RUNDIR"
    exit 0
  fi
  sleep 0.1
done
tail -5 "$RUNDIR/ngircd.log" >&2
exit 1
