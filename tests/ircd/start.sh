#!/bin/bash
# Starts a network of two InspIRCd servers with services on 127.0.0.1, as ordinary processes. Exits 0 when all
# links are up, and prints the ports. Needs inspircd with anope or atheme-services, python3 and certtool
# (tests/packages.sh installs them). Nothing here needs the Internet; DNS, ident and e-mail are off.
#
#   tests/ircd/start.sh      starts; an earlier network in the same RUNDIR is stopped first
#   tests/ircd/stop.sh       stops, by the pids it recorded
#
# BASE+0 hub, BASE+5 leaf    no flood control at all
# BASE+1 hub, BASE+6 leaf    strict: a burst of 5 lines, then one every 2 s, as DALnet's server does
# BASE+2 hub, BASE+7 leaf    killer: more than 10 lines ahead are an Excess Flood
# BASE+3 hub, BASE+8 leaf    TLS, with RUNDIR/tls/cert.pem
#
# Settings, all from the environment:
#   RUNDIR                   configs, databases, logs, pids; default: chessmasters-ircd in TMPDIR
#   BASE=16660               the first of 10 ports
#   SERVICES=anope           anope, atheme or none
#   LEAF=1                   0: no second server
#   AUTOCONNECT=2s           how soon the servers link again after a split; 0: never
#   CASEMAPPING=ascii        ascii as on DALnet, or rfc1459
#   PINGFREQ=2m              how often clients are pinged
#   MAXTARGETS=20            targets in one PRIVMSG or NOTICE
#   HIDESPLITS=no            yes: netsplits quit with "*.net *.split"
#   RESERVE=1                0: anybody may take the nicks of services while they are away
#   KEEP=0                   1: keep the databases of services from the run before
#   MAXMEMOS=20              memos in a box
#   REGDELAY=0s KILLDELAY=60s MEMODELAY=0s NSDEFAULTS=... RAWIO=no      anope's own
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
RUNDIR=${RUNDIR:-${TMPDIR:-/tmp}/chessmasters-ircd}
BASE=${BASE:-16660} SERVICES=${SERVICES:-anope} LEAF=${LEAF:-1} AUTOCONNECT=${AUTOCONNECT:-2s}
CASEMAPPING=${CASEMAPPING:-ascii} PINGFREQ=${PINGFREQ:-2m} MAXTARGETS=${MAXTARGETS:-20}
HIDESPLITS=${HIDESPLITS:-no} RESERVE=${RESERVE:-1} KEEP=${KEEP:-0}
REGDELAY=${REGDELAY:-0s} KILLDELAY=${KILLDELAY:-60s} MEMODELAY=${MEMODELAY:-0s} MAXMEMOS=${MAXMEMOS:-20} RAWIO=${RAWIO:-no}
NSDEFAULTS=${NSDEFAULTS:-killprotect ns_secure ns_private hide_email hide_mask memo_signon memo_receive autoop}
services_name=services.test.net

if [ -d "$RUNDIR" ]; then RUNDIR=$RUNDIR "$here/stop.sh"; fi
[ "$KEEP" = 1 ] || rm -rf "$RUNDIR/anope" "$RUNDIR/atheme" "$RUNDIR/log"
mkdir -p "$RUNDIR"/{log,tls,templates,anope/backups,atheme/etc}
echo "Welcome to the test network." > "$RUNDIR/motd.txt"

# InspIRCd and Atheme refuse to run as root; then they run as a user who can do nothing else.
as_user=() user=""
if [ "$(id -u)" = 0 ]; then
  user=irc
  id "$user" > /dev/null 2>&1 || user=nobody
  as_user=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups --)
fi

certificate() {
  [ ! -s "$RUNDIR/tls/cert.pem" ] || return 0
  printf '%s\n' 'cn=localhost' 'dns_name=localhost' 'ip_address=127.0.0.1' 'expiration_days=3650' \
    'tls_www_server' 'signing_key' > "$RUNDIR/tls/template.cfg"
  certtool --generate-privkey --ecc --outfile "$RUNDIR/tls/key.pem" 2> "$RUNDIR/log/certtool.out"
  certtool --generate-self-signed --load-privkey "$RUNDIR/tls/key.pem" --template "$RUNDIR/tls/template.cfg" \
    --outfile "$RUNDIR/tls/cert.pem" 2>> "$RUNDIR/log/certtool.out"
}

# server_config NAME FIRST_PORT LINK_PORT PEER_LINK_PORT
server_config() {
  local definition
  for definition in "me=$1" "looseport=$2" "strictport=$(($2 + 1))" "killerport=$(($2 + 2))" "tlsport=$(($2 + 3))" \
    "linkport=$3" "peerlinkport=$4" "rundir=$RUNDIR" "tmpl=$RUNDIR/templates" "services=$services_name" \
    "casemapping=$CASEMAPPING" "pingfreq=$PINGFREQ" "autoconnect=$AUTOCONNECT" "maxtargets=$MAXTARGETS" \
    "hidesplits=$HIDESPLITS"; do
    printf '<define name="%s" value="%s">\n' "${definition%%=*}" "${definition#*=}"
  done
  if [ "$AUTOCONNECT" = 0 ]; then grep -v '^<autoconnect' "$here/templates/inspircd-$1.conf"
  else cat "$here/templates/inspircd-$1.conf"; fi
}

# services_config TEMPLATE
services_config() {
  sed -e "s|@SERVICES@|$services_name|g" -e "s|@LINKPORT@|$((BASE + 4))|" -e "s|@RUNDIR@|$RUNDIR|g" \
    -e "s|@RAWIO@|$RAWIO|" -e "s|@REGDELAY@|$REGDELAY|" -e "s|@MEMODELAY@|$MEMODELAY|" -e "s|@KILLDELAY@|$KILLDELAY|" \
    -e "s|@MAXMEMOS@|$MAXMEMOS|" -e "s|@NSDEFAULTS@|$NSDEFAULTS|" "$here/templates/$1"
}

certificate
if [ "$RESERVE" = 1 ]; then cat "$here/templates/inspircd-common.conf"
else grep -v '^<badnick' "$here/templates/inspircd-common.conf"; fi > "$RUNDIR/templates/inspircd-common.conf"
server_config hub "$BASE" $((BASE + 4)) $((BASE + 9)) > "$RUNDIR/hub.conf"
server_config leaf $((BASE + 5)) $((BASE + 9)) $((BASE + 4)) > "$RUNDIR/leaf.conf"
case $SERVICES in
  anope) services_config anope-services.conf > "$RUNDIR/anope/services.conf" ;;
  atheme) services_config atheme.conf > "$RUNDIR/atheme/etc/atheme.conf" ;;
  none) ;;
  *) echo "SERVICES=$SERVICES: it is anope, atheme or none" >&2; exit 2 ;;
esac
if [ -n "$user" ]; then
  chown -R "$user" "$RUNDIR"
  chmod 755 "$RUNDIR"
  "${as_user[@]}" test -r "$RUNDIR/hub.conf" || { echo "$user, whom the servers run as, cannot reach $RUNDIR" >&2; exit 1; }
fi

ulimit -c 0 # InspIRCd 3.15 sometimes dumps core while unloading modules at SIGTERM; that is harmless.

launch() {
  local name=$1
  shift
  (cd "$RUNDIR" && exec "${as_user[@]}" "$@") > "$RUNDIR/log/$name.out" 2>&1 < /dev/null &
  echo $! > "$RUNDIR/$name.runpid"
}

wait_port() {
  local try
  for try in $(seq 100); do
    if (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; then return 0; fi
    sleep 0.1
  done
  echo "port $1 did not open in 10 s; see $RUNDIR/log" >&2
  return 1
}

launch hub /usr/sbin/inspircd --nofork --nopid --config "$RUNDIR/hub.conf"
wait_port "$BASE"
links=(hub.test.net)
if [ "$LEAF" = 1 ]; then
  launch leaf /usr/sbin/inspircd --nofork --nopid --config "$RUNDIR/leaf.conf"
  wait_port $((BASE + 5))
  links+=(leaf.test.net)
  [ "$AUTOCONNECT" != 0 ] || python3 "$here/ircctl.py" --port "$BASE" connect leaf.test.net > /dev/null
fi
case $SERVICES in
  anope)
    launch anope /usr/sbin/anope --nofork --config=services.conf --confdir="$RUNDIR/anope" --dbdir="$RUNDIR/anope" \
      --logdir="$RUNDIR/log" --modulesdir=/usr/lib/anope --localedir=/usr/share/locale
    ;;
  atheme)
    launch atheme /usr/bin/atheme-services -n -c "$RUNDIR/atheme/etc/atheme.conf" -l "$RUNDIR/log/atheme.log" \
      -p "$RUNDIR/atheme.pid" -D "$RUNDIR/atheme"
    ;;
esac
[ "$SERVICES" = none ] || links+=("$services_name")
python3 "$here/ircctl.py" --port "$BASE" wait-links "${links[@]}"
echo "up: hub $BASE (loose) $((BASE + 1)) (strict) $((BASE + 2)) (killer) $((BASE + 3)) (TLS), leaf from $((BASE + 5)), services $SERVICES, in $RUNDIR"
