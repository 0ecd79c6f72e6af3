from connect import connect

with connect() as client:
    principal = client.principal()
    print(principal.display_name, "has", principal.ticket_balance_stamps, "stamps")
